import { createFileRoute } from '@tanstack/react-router'
import { HtmlPage, loadPage } from '../../features/pages/html-page.tsx'

export const Route = createFileRoute('/_info/termos-e-condicoes')({
  loader: ({ context }) => loadPage(context, 'termos-e-condicoes'),
  component: () => <HtmlPage page="termos-e-condicoes" />,
})
