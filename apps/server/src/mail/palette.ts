/** Button and heading colours of the schools' themes; white text on them has contrast AA. */
const palettes: Record<string, string> = {
  jabuticaba: '#5b2a86',
}

export const mailColor = (theme: string) => palettes[theme] ?? palettes.jabuticaba!
