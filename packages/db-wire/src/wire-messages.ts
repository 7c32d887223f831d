/** Execute: the unnamed portal, all its rows. */
const execute = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
/** Sync ends the statements before it as one transaction. */
export const syncMessage = Buffer.from([0x53, 0, 0, 0, 4])

/** Makes the messages Bind and Execute, which run a prepared statement. Values and rows travel as text. */
export function runMessages(statement: string, values: (string | null)[]): Buffer {
  const sizes = values.map((value) => (value === null ? -1 : Buffer.byteLength(value)))
  let length = 4 + 1 + Buffer.byteLength(statement) + 1 + 2 + 2 + 2
  for (const size of sizes) length += 4 + Math.max(size, 0)
  const bytes = Buffer.allocUnsafe(1 + length + execute.length)
  let at = bytes.writeUInt8(0x42)
  at = bytes.writeInt32BE(length, at)
  at = bytes.writeUInt8(0, at)
  at += bytes.write(statement, at)
  at = bytes.writeUInt8(0, at)
  at = bytes.writeInt16BE(0, at)
  at = bytes.writeInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = bytes.writeInt32BE(sizes[index]!, at)
    if (value !== null) at += bytes.write(value, at)
  }
  at = bytes.writeInt16BE(0, at)
  bytes.set(execute, at)
  return bytes
}
