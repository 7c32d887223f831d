import { deviceStore } from '../../../api/storage.ts'

/** Key of the user's playing speed on this device. */
const rateKey = 'escola.rate'
const autoplayKey = 'escola.autoplay'

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2]

export function readPreferredRate(): number {
  const kept = Number(deviceStore.read(rateKey))
  return speeds.includes(kept) ? kept : 1
}
export const preferRate = (rate: number) => {
  if (speeds.includes(rate)) deviceStore.write(rateKey, String(rate))
}

export const readPrefersAutoplay = () => deviceStore.read(autoplayKey) === 'on'
export const preferAutoplay = (isOn: boolean) => deviceStore.write(autoplayKey, isOn ? 'on' : 'off')
