import { createContext } from 'react'

/** True in a folder whose senders do not tell the names of files. */
export const PrivateNamesContext = createContext(false)
