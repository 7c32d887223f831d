import { readdir } from 'node:fs/promises'
import { beforeAll } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { videosInStore } from './videos-stores.testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

videosInStore({
  world: () => w,
  unfinished: async () => (await readdir(`${w.folder}/unfinished`)).length,
})
