/** The platform did not answer about a payment, or not with anything that can be read. It can be asked again later. */
export class MercadoPagoSilent extends Error {}
/** The access token is not, or no longer, one that may read payments. */
export class TokenRefused extends Error {}

export interface MercadoPago {
  /**
   * The payment as it is now, null where the account has none of that id.
   * @throws MercadoPagoSilent, TokenRefused
   */
  fetchPayment(accessToken: string, id: string): Promise<unknown>
}

const patienceMs = 5000
/** A payment has some ten kilobytes. */
const mostBytes = 512 * 1024

/** @param baseUrl address of its API, without a slash at the end: https://api.mercadopago.com */
export const createMercadoPago = (baseUrl: string): MercadoPago => ({
  fetchPayment: async (accessToken, id) => {
    // A token that fits in no header would be shown in the error of the attempt.
    if (!/^[\x21-\x7e]+$/.test(accessToken)) throw new TokenRefused('the access token is none')
    try {
      // A redirect is not followed: the token is for this host alone.
      const answer = await fetch(`${baseUrl}/v1/payments/${encodeURIComponent(id)}`, {
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (answer.status === 200) return JSON.parse(await textOf(answer))
      await answer.body?.cancel()
      if (answer.status === 404) return null
      if (answer.status === 401 || answer.status === 403)
        throw new TokenRefused(`Mercado Pago answers ${answer.status}`)
      throw new MercadoPagoSilent(`Mercado Pago answers ${answer.status}`)
    } catch (error) {
      if (error instanceof TokenRefused || error instanceof MercadoPagoSilent) throw error
      throw new MercadoPagoSilent(`Mercado Pago does not answer about a payment: ${(error as Error).name}`)
    }
  },
})

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw new MercadoPagoSilent('Mercado Pago answers with too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
