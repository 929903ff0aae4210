// Loaded before a server that replaced the launcher of an npm script. npm does not pass SIGTERM on: when it is gone, the server
// has another parent, and ends.
import process from 'node:process'

const parent = process.ppid
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref()
