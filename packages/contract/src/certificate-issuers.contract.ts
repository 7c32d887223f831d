import { z } from 'zod'
import { limits } from './limits.ts'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { cleanTaxId, isCnpj, isCpf } from './tax-ids.ts'
import { SchoolParams, Utc } from './wire.ts'

/** The Receita Federal keeps names of companies up to this long. */
export const legalNameMax = 150

export const issuerTexts = {
  line: `Use no máximo ${limits.inputMax} caracteres`,
  legalName: `Use no máximo ${legalNameMax} caracteres`,
  taxId: 'Este CNPJ ou CPF não existe. Confira os números',
  cpf: 'Este CPF não existe. Confira os números',
  consent: 'Para guardar o CPF, é preciso a sua autorização',
  saved: 'Dados da escola salvos',
  cpfSaved: 'CPF salvo',
  cpfRemoved: 'CPF apagado',
} as const

const lineOf = (max: number, message: string) =>
  z
    .string()
    .transform(cleanText)
    .refine((text) => text.length <= max, message)

/** Issuer of a school's certificates, as they print it. Each value may be empty. */
export const Issuer = z.object({
  legal_name: lineOf(legalNameMax, issuerTexts.legalName),
  /** CNPJ, or the CPF of a school that is a person; digits and letters alone. */
  tax_id: z
    .string()
    .max(100, issuerTexts.taxId)
    .transform(cleanTaxId)
    .refine((number) => number === '' || isCnpj(number) || isCpf(number), issuerTexts.taxId),
  /** City where certificates are issued. */
  place: lineOf(limits.inputMax, issuerTexts.line),
  /** Whether students are asked for the CPF that their certificates print. */
  asks_cpf: z.boolean(),
})
export type Issuer = z.output<typeof Issuer>
const WireIssuer = z.object({ legal_name: z.string(), tax_id: z.string(), place: z.string(), asks_cpf: z.boolean() })

export const StudentCpf = z.object({
  cpf: z
    .string()
    .max(100, issuerTexts.cpf)
    .transform(cleanTaxId)
    .refine((number) => isCpf(number), issuerTexts.cpf),
  consent: z.literal(true, { error: issuerTexts.consent }),
})

export type StudentCpf = z.output<typeof StudentCpf>

/** The student's CPF as the school has it. */
const CpfAnswer = z.object({
  asks_cpf: z.boolean(),
  /** Without its ends; '' for none. */
  cpf: z.string(),
  utc_given_on: Utc.nullable(),
})
export type CpfAnswer = z.infer<typeof CpfAnswer>

const issuerAnswer = z.object({ issuer: WireIssuer })
export const certificateIssuers = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate-issuer',
    summary: 'Name, number and place that the school’s certificates print',
    access: 'admin',
    may: 'certificates',
    params: SchoolParams,
    response: issuerAnswer,
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate-issuer',
    summary: 'Save what certificates print of the school; certificates that were issued stay as they are',
    access: 'admin',
    may: 'certificates',
    params: SchoolParams,
    body: Issuer,
    response: issuerAnswer,
  }),
}

export const certificateCpfs = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/certificate-cpf',
    summary: "Whether the school asks for the student's CPF, and the one it has, masked",
    access: 'member',
    params: SchoolParams,
    response: CpfAnswer,
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/certificate-cpf',
    summary: "Give this school the student's CPF, to be printed in certificates and shown nowhere else",
    access: 'member',
    params: SchoolParams,
    body: StudentCpf,
    response: CpfAnswer,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/student/certificate-cpf',
    summary: "Take the student's CPF back; certificates that were issued keep it",
    access: 'member',
    params: SchoolParams,
    response: CpfAnswer,
  }),
}
