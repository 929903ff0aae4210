/** Stand in what is drawn for what only the server knows. */
export const marks = { title: '{title}', description: '{description}' } as const
