/** A conversation in WhatsApp; numbers without a country are Brazilian. Undefined for what is no phone number. */
export function makeWhatsappLink(cellphone: string, text: string): string | undefined {
  const number = cellphone.replace(/\D/g, '')
  if (number.length < 10) return undefined
  return `https://wa.me/${number.length <= 11 ? `55${number}` : number}?text=${encodeURIComponent(text)}`
}
