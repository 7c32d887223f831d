// Loaded into every child before its program: when the process that supervises it is killed, the channel closes, and the
// child stops as if it had been asked to, instead of holding the port.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
