import { SchoolSettings } from '@escola/contract/school-settings'
import type { School } from '@escola/contract/schools.contract'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { maskCellphone } from '../../ui/forms/mask-cellphone.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import type { SettingsBody } from './schools.queries.ts'

const fields = [
  'link',
  'use_own_domain',
  'name',
  'email',
  'cellphone',
  'is_private',
  'assistant_name',
  'gallery_sentence',
  'google_analytics_code',
  'facebook_pixel',
  'has_certificate',
  'has_video_upload',
  'has_rank',
  'has_notifications',
  'has_ended_mails',
  'has_support',
  'has_multiple_users',
  'has_affiliation',
  'has_api',
] as const satisfies (keyof School & keyof SettingsBody)[]

export type SettingsValues = Pick<School, (typeof fields)[number]>
export type SettingsForm = UseFormReturnType<SettingsValues>

export const valuesOf = (school: School): SettingsValues => ({
  ...(Object.fromEntries(fields.map((field) => [field, school[field]])) as SettingsValues),
  cellphone: maskCellphone(school.cellphone),
})

/** Picks the values that differ from the school's: nothing else is sent, so a field that was never filled in can't refuse the save. */
export function changesOf(values: SettingsValues, school: School): SettingsBody {
  const saved = valuesOf(school)
  const changed = fields.filter((field) => values[field] !== saved[field])
  const body: SettingsBody = Object.fromEntries(changed.map((field) => [field, values[field]]))
  // A link is a domain or a namespace, as the switch says.
  return 'link' in body ? { ...body, use_own_domain: values.use_own_domain } : body
}

export const useSettingsForm = (school: School): SettingsForm =>
  useForm({
    initialValues: valuesOf(school),
    validate: (values) => zodResolver(SchoolSettings)(changesOf(values, school)),
  })
