export interface CertificateData {
  studentName: string
  courseTitle: string
  /** '40 horas', or empty when the course says none. */
  workload: string
  schoolName: string
  signatureName: string
  code: string
  completedOn: Date
  issuedOn: Date
  verifyUrl: string
  /** The school's ui_theme. */
  theme: string
  /** Any image that the store holds; drawn as PNG. */
  logo: Buffer | undefined
  signature: Buffer | undefined
}

export async function drawCertificate(_data: CertificateData): Promise<Buffer> {
  return Buffer.alloc(0)
}
