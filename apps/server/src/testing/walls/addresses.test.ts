import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isTest, root } from './code.ts'
import { wall } from './wall.ts'

/** Patterns of the addresses that the web has, as its route tree names them. */
const routes = [
  ...readFileSync(path.join(root, 'apps/web/src/routeTree.gen.ts'), 'utf8').matchAll(/fullPath: '([^']+)'/g),
].map(([, address]) => new RegExp(`^${address!.replace(/\/$/, '').replace(/\$\w+/g, '[^/]+')}/?$`))

/** Address as a text writes it, with something for each part that is known only later, and without its search. */
const addressOf = (text: string) => text.replace(/\$\{[^}]*\}/g, 'x').replace(/[?#].*$/, '')

wall(
  'help, menus, first steps and notices lead to pages that are there',
  (sources) =>
    sources
      .filter(({ file }) => /^(apps\/web|packages\/contract)\/src\//.test(file) && !isTest(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/\bto(?::|=\{?)\s*(?:[\w.]+ \? )?["'`](\/[^"'`\s]*)["'`]/g)]
          .map(([, address]) => address!)
          // An address that comes whole from elsewhere is looked at there.
          .filter((address) => addressOf(address) !== '/x' && !routes.some((route) => route.test(addressOf(address))))
          .map((address) => `${file}: ${address}`),
      ),
  { file: 'packages/contract/src/home-texts.ts', text: "{ label: 'Vender', to: '/vendas/plataformas' }" },
)
