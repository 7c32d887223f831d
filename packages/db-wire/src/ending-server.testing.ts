import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const fatal = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

/** Starts to listen; returns what leads the address of a database through the proxy. */
async function listen(server: Server): Promise<(url: string) => string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return (url) => Object.assign(new URL(url), { host }).toString()
}

/** Starts a proxy that ends each connection in the packet that says that it is open, while `state.isEnding`. */
export async function startEndingServer(target: string) {
  const { hostname, port } = new URL(target)
  const state = { isEnding: true, ended: 0 }
  const server = createServer((near) => {
    const upstream = connect(Number(port), hostname)
    near.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.pipe(upstream)
    upstream.on('data', (chunk: Buffer) => {
      const at = state.isEnding ? chunk.indexOf(readyForQuery) : -1
      if (at < 0) return void near.write(chunk)
      state.ended++
      near.end(Buffer.concat([chunk.subarray(0, at + readyForQuery.length), fatal]))
      upstream.destroy()
    })
  })
  const through = await listen(server)
  return { state, through, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** Starts a proxy that leaves a connection open when the server has closed it, as a busy network does for a moment. */
export async function startLateServer(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    open.add(near)
    const upstream = connect(Number(port), hostname)
    near.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => undefined)
    near.pipe(upstream)
    upstream.pipe(near, { end: false })
  })
  const through = await listen(server)
  return {
    through,
    close: () => {
      for (const near of open) near.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
