import { createFileRoute } from '@tanstack/react-router'
import { ConsentChoice } from '../../features/measuring/consent-choice.tsx'
import { HtmlPage, loadPage } from '../../features/pages/html-page.tsx'

export const Route = createFileRoute('/_info/politica-de-privacidade')({
  loader: ({ context }) => loadPage(context, 'politica-de-privacidade'),
  component: PrivacyPage,
})

function PrivacyPage() {
  return (
    <HtmlPage page="politica-de-privacidade">
      <ConsentChoice />
    </HtmlPage>
  )
}
