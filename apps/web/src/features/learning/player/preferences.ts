/** Key of the user's playing speed on this device. */
const rateKey = 'escola.rate'
const autoplayKey = 'escola.autoplay'

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2]

export function readPreferredRate(): number {
  const kept = Number(localStorage.getItem(rateKey))
  return speeds.includes(kept) ? kept : 1
}
export const preferRate = (rate: number) => {
  if (speeds.includes(rate)) localStorage.setItem(rateKey, String(rate))
}

export const readPrefersAutoplay = () => localStorage.getItem(autoplayKey) === 'on'
export const preferAutoplay = (isOn: boolean) => localStorage.setItem(autoplayKey, isOn ? 'on' : 'off')
