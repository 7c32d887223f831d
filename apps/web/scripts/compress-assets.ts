import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compresses each asset once, at build time; the server hands out the .br or .gz beside it. */
export const compressAssets = (): Plugin => ({
  name: 'escola:compress-assets',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = path.join(dir!, 'assets')
    const files = (await readdir(folder)).filter((file) => /\.(?:m?js|css|svg)$/.test(file))
    await Promise.all(
      files.map(async (name) => {
        const file = path.join(folder, name)
        const content = await readFile(file)
        const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
        await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
      }),
    )
  },
})
