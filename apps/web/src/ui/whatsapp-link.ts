/**
 * A conversation in WhatsApp. Undefined without a number whose country is known: it would be a stranger's.
 * @param e164 the number as the server has read it: +5511912345678
 */
export const makeWhatsappLink = (e164: string | null, text: string): string | undefined =>
  e164 === null ? undefined : `https://wa.me/${e164.slice(1)}?text=${encodeURIComponent(text)}`
