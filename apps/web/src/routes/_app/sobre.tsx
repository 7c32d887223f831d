import { createFileRoute } from '@tanstack/react-router'
import { HtmlPage, loadPage } from '../../features/pages/html-page.tsx'

export const Route = createFileRoute('/_app/sobre')({
  loader: ({ context }) => loadPage(context, 'sobre'),
  component: () => <HtmlPage page="sobre" />,
})
