/** Placeholders in the static page for what only the server knows. */
export const placeholders = {
  title: '{title}',
  description: '{description}',
  owner: '{owner}',
  days: '{days}',
} as const
