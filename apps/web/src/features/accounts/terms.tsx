import type { AgreedPage } from '@escola/contract/pages.contract'
import { useQuery } from '@tanstack/react-query'
import { useAppContext } from '../../session/context.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { pageTextQuery } from '../../ui/page-text.ts'
import { RichText } from '../../ui/rich-text/rich-text.tsx'

/** Shows the text that is agreed to: the school's, or the platform's while a school is being opened. */
export default function Terms({ page }: { page: AgreedPage }) {
  const { school } = useAppContext()
  const { data, error, refetch } = useQuery(pageTextQuery(school?.id, page))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <RichText html={data.html} /> : null
}
