import { formatDate } from '@escola/contract/time'

export interface Shared {
  course: string
  school: string
  /** Address of the certificate's public page. */
  address: string
  code: string
  issuedOn: string
}

/** Page of LinkedIn that adds the certificate to its student's profile, already filled in. */
export function linkedInAddress({ course, school, address, code, issuedOn }: Shared): string {
  const [, month, year] = formatDate(issuedOn).split('/')
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: course,
    organizationName: school,
    issueYear: year!,
    issueMonth: String(Number(month)),
    certUrl: address,
    certId: code,
  })
  return `https://www.linkedin.com/profile/add?${fields}`
}

/**
 * Shares by the device's own sheet, or copies the address where there is none.
 * @returns text that tells the user of it; undefined where the sheet has done so
 */
export async function shareAddress({ course, address }: Shared): Promise<string | undefined> {
  const device: Partial<Pick<Navigator, 'share'>> = navigator
  if (device.share) {
    // A user who closes the sheet has not been refused anything.
    await device.share({ title: `Certificado: ${course}`, url: address }).catch(() => undefined)
    return undefined
  }
  try {
    await navigator.clipboard.writeText(address)
    return 'Link copiado. É só colar onde quiser.'
  } catch {
    return `O link do certificado é ${address}`
  }
}
