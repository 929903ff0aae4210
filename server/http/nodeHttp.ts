/** Functions of `node:http`. An import would read all its exports, which loads `fetch` and web sockets and takes 15 MB. */
export const { createServer, request } = process.getBuiltinModule('node:http')
