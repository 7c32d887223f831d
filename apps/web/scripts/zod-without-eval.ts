import type { Plugin } from 'vite'

const probe = '!core.globalConfig.jitless'

/**
 * Builds zod like after `z.config({ jitless: true })`, called before any schema is made. Otherwise zod tries `new Function` on the first one, which
 * our content security policy refuses and every browser reports. The build sets it, so that no screen carries the code that writes code.
 */
export const zodWithoutEval = (): Plugin => ({
  name: 'escola:zod-without-eval',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/schemas\.js$/ },
    handler(code) {
      if (code.split(probe).length !== 2)
        this.error('zod asks in another way than it used to whether it may write code')
      return { code: code.replace(probe, 'false'), map: null }
    },
  },
})
