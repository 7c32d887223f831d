import type { IncomingMessage } from 'node:http'
import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const toleranceMs = 15 * 60_000

/** Whether a request carries a valid AWS Signature Version 4: signed once more, it has to look the same. */
export async function isSigned(request: IncomingMessage, { region, ...credentials }: Credentials): Promise<boolean> {
  const { authorization = '' } = request.headers
  const signingDate = dateOf(String(request.headers['x-amz-date']))
  if (!(Math.abs(Date.now() - signingDate.getTime()) < toleranceMs)) return false
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const url = new URL(request.url ?? '/', 'http://s3')
  const sha256 = Hash.bind(null, 'sha256')
  const signer = new SignatureV4({ credentials, region, service: 's3', sha256, uriEscapePath: false })
  const expected = await signer.sign(
    {
      method: request.method ?? 'GET',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(names.map((name) => [name, String(request.headers[name])])),
    },
    { signingDate, signableHeaders: new Set(names) },
  )
  return expected.headers.authorization === authorization
}

const dateOf = (stamp: string) =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
