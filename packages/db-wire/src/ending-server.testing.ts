import { type AddressInfo, connect, createServer, type Server } from 'node:net'

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const fatal = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

/** Starts a proxy that ends each connection in the packet that says that it is open, while `state.isEnding`. */
export async function startEndingServer(target: string) {
  const { hostname, port } = new URL(target)
  const state = { isEnding: true, ended: 0 }
  const server: Server = createServer((near) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = (url: string) => {
    const changed = new URL(url)
    changed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return changed.toString()
  }
  return { state, through, close: () => new Promise((resolve) => server.close(resolve)) }
}
