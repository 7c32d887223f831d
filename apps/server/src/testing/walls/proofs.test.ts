import { allRoutes } from '@escola/contract/api'
import { fillPath } from '@escola/contract/call'
import type { RouteDefinition } from '@escola/contract/route'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../world.ts'
import { isTest, type Source } from './code.ts'
import { wall } from './wall.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const proofs = new Map<string, RouteDefinition['proof']>(allRoutes.map(({ name, route }) => [name, route.proof]))

/** Finds the places of all that is given to `withProof`. */
function spansOf(text: string): [number, number][] {
  return [...text.matchAll(/\bwithProof\(/g)].map(({ index }) => {
    let depth = 0
    for (let at = text.indexOf('(', index); at < text.length; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')' && --depth === 0) return [index, at]
    }
    return [index, text.length]
  })
}

/** Lists calls of the web that ask for a proof and are not made in `withProof`, and calls that are made in it and ask for none. */
function listUnlike({ file, text }: Source): string[] {
  const spans = spansOf(text)
  return [...text.matchAll(/(withProof\(\(\) =>\s*)?\b(?:api|download)\(\s*(\w+\.\w+)/g)].flatMap((call) => {
    const proof = proofs.get(call[2]!)
    const at = call.index
    const isWrapped = spans.some(([from, until]) => from <= at && at < until)
    const isMissing = proof && proof !== 'sometimes' && !isWrapped
    if (isMissing) return [`${file}: ${call[2]} asks for a proof, and is not called in withProof`]
    return call[1] && !proof && proofs.has(call[2]!)
      ? [`${file}: ${call[2]} asks for no proof, and is called in withProof`]
      : []
  })
}

wall(
  'a call of the web that asks for a proof is made in withProof, and no other',
  (sources) => sources.filter(({ file }) => file.startsWith('apps/web/src/') && !isTest(file)).flatMap(listUnlike),
  { file: 'apps/web/src/features/x/x.queries.ts', text: 'api(subscriptions.setPix, { params })' },
)

const guarded = allRoutes.filter(({ route }) => route.proof === 'recent')

it('a call that asks for a proof of the last minutes is refused without one, whatever it says', async () => {
  expect(guarded.length).toBeGreaterThan(25)
  const operator = await w.makePlatformPerson()
  await w.database.withPlatform((db) =>
    db
      .updateTable('sessions')
      .set({ utc_proven_on: null, utc_factor_proven_on: null })
      .where('id', '=', operator.sessionId)
      .execute(),
  )
  const answers = await Promise.all(
    guarded.map(async ({ name, route }) => {
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, param]) => param!)
      const params = { ...Object.fromEntries(names.map((param) => [param, '1'])), schoolId: w.northside.id }
      const { statusCode, body } = await w.app.inject({
        method: route.method,
        url: `/api${fillPath(route.path, params)}`,
        headers: { authorization: `Bearer ${operator.token}` },
        ...(route.method === 'POST' && { payload: {} }),
      })
      return [name, statusCode, (JSON.parse(body) as { code: string }).code]
    }),
  )
  expect(answers).toEqual(guarded.map(({ name }) => [name, 403, 'factor_proof_needed']))
})
