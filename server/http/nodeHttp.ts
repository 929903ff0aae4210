/** Importing `node:http` would read all that it exports, which loads `fetch` and web sockets and takes 15 MB. */
export const { createServer, request } = process.getBuiltinModule('node:http')
