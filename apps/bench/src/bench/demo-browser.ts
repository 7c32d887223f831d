import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sessions } from '@escola/contract/sessions.contract'
import { findChromium } from '@escola/dev-services/chromium'
import { startStack } from '@escola/dev-services/stack'

/** The demonstration school on a stack of its own, and what a browser needs to be its student or its owner. */
export interface Demo {
  /** Address where the school's pages begin. */
  url: string
  origin: string
  token: string
  folder: string
  browser: Awaited<ReturnType<typeof findChromium>>
  stop(): Promise<void>
}

export const tokenKey = 'escola.token'
export const lesson = '/c/fermentacao-natural-do-zero/o-que-e-fermentacao-natural'

export async function startDemo(role: 'student' | 'owner' = 'student'): Promise<Demo> {
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-phone-'))
  // Closed to others when made, but the database may run as another user.
  await chmod(folder, 0o711)
  const say = (line: string) => console.log(line)
  const stack = await startStack({ dataDir: folder, anyPort: true, seed: true, print: say })
  const { url, email, password } = stack.accounts.find((account) => account.role.startsWith(role))!
  const answer = await fetch(`${stack.url}/api${sessions.signIn.path}`, {
    method: sessions.signIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token } = (await answer.json()) as { token: string }
  return {
    url,
    origin: new URL(url).origin,
    token,
    folder,
    browser: await findChromium(),
    stop: async () => {
      await stack.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
