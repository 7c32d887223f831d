/** A colour of a school in print and mail: dark enough for white text on it, and pale enough to be read on a dark ground. */
export interface MailColors {
  deep: string
  pale: string
}

/** The schools' themes: the same colours as on their screens. */
const palettes: Record<string, MailColors> = {
  jabuticaba: { deep: '#722f7c', pale: '#cf9fd7' },
  acai: { deep: '#4b3c9f', pale: '#aba9f3' },
  mangue: { deep: '#005f43', pale: '#87c2a7' },
  mare: { deep: '#025777', pale: '#7cbcdd' },
  urucum: { deep: '#8f2210', pale: '#eb9b8b' },
  grafite: { deep: '#475061', pale: '#acb3c0' },
}

export const mailColors = (theme: string) => palettes[theme] ?? palettes.jabuticaba!
