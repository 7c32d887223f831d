import { Alert, Skeleton, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import classes from './certificate-templates.module.css'
import { previewQuery } from './certificate-templates.queries.ts'
import type { TemplateValues } from './template-values.ts'

const PdfPage = lazy(() => import('./pdf-page.tsx'))
const waitMs = 600

/** First page of the certificate that the form would have printed, drawn again a moment after each change. */
export function CertificatePreview({ id, values }: { id: string; values: TemplateValues }) {
  const schoolId = useSchool().id
  const [settled] = useDebouncedValue(values, waitMs)
  const { data, error, isFetching } = useQuery(previewQuery(schoolId, id, settled))
  const isBehind = isFetching || settled !== values
  return (
    <section className={classes.preview} aria-labelledby="preview" aria-busy={isBehind}>
      <Title order={2} size="h3" id="preview">
        Prévia
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        O certificado de uma aluna de exemplo, como sai no PDF.
      </Text>
      {error && (
        <Alert color="danger" variant="light" role="alert" mb="sm">
          {textOf(error)}
        </Alert>
      )}
      {data ? (
        <Suspense fallback={<Skeleton className={classes.page} />}>
          <div className={classes.page} data-behind={isBehind || undefined}>
            <PdfPage bytes={data} label={`Prévia do certificado: ${settled.title}`} />
          </div>
        </Suspense>
      ) : (
        !error && <Skeleton className={classes.page} />
      )}
    </section>
  )
}
