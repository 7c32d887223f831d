import { fastWire } from './fast-wire.ts'
import { plainWire } from './plain-wire.ts'
import { installTextArrayParser } from './text-arrays.ts'
import type { Wire } from './wire.ts'

export const wireNames = ['fast', 'plain'] as const
export type WireName = (typeof wireNames)[number]

/** Gives a wire by its name. The fast one also changes how this process reads arrays of texts. */
export function openWire(name: WireName): Wire {
  if (name === 'plain') return plainWire
  installTextArrayParser()
  return fastWire
}
