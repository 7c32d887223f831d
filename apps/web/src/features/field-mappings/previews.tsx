import type { Preview, Sample } from '@escola/contract/field-mappings.contract'
import { formatDateTime } from '@escola/contract/time'
import { Text } from '@mantine/core'
import classes from './field-mappings.module.css'
import { sayPreview } from './mapping-words.ts'

/** Says what each sample would do. */
export function Previews({ previews, samples }: { previews: Preview[]; samples: Sample[] }) {
  const moments = new Map(samples.map(({ id, utc_created_on }) => [id, utc_created_on]))
  /** A delivery may have come after the samples were loaded. */
  const momentOf = (id: string) => {
    const moment = moments.get(id)
    return moment && formatDateTime(moment)
  }
  return (
    <ul className={classes.listed} aria-label="O que estes avisos fariam">
      {previews.map((preview) => (
        <li key={preview.id}>
          <Text size="xs" c="dimmed">
            {[momentOf(preview.id), preview.value].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm">{sayPreview(preview)}</Text>
        </li>
      ))}
    </ul>
  )
}
