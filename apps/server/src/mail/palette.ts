/** The schools' themes in print and mail: the same colours as on their screens, dark enough for white text. */
const palettes: Record<string, string> = {
  jabuticaba: '#722f7c',
  acai: '#4b3c9f',
  mangue: '#005f43',
  mare: '#025777',
  urucum: '#8f2210',
  grafite: '#475061',
}

export const mailColor = (theme: string) => palettes[theme] ?? palettes.jabuticaba!
