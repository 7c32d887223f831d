import { createFileRoute } from '@tanstack/react-router'
import { HtmlPage, loadPage } from '../../features/pages/html-page.tsx'

export const Route = createFileRoute('/_info/politica-de-privacidade')({
  loader: ({ context }) => loadPage(context, 'politica-de-privacidade'),
  component: () => <HtmlPage page="politica-de-privacidade" />,
})
