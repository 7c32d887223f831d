import { describeStatus, examImportTexts } from '@escola/contract/exam-import-texts'
import { formatDateTime } from '@escola/contract/time'
import { examQuestionsTitle } from '@escola/contract/titles'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { StackTable } from '../../ui/lists/stack-table.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { examImportQueries } from './exam-imports.queries.ts'
import { QuestionFileChooser } from './question-file-chooser.tsx'

/** Page on which a file of questions is sent, with the imports before it. */
export function ImportQuestionsPage() {
  const { data: imports } = usePrefetchedQuery(examImportQueries.list(useSchool().id))
  return (
    <Page title={examImportTexts.title} back={{ to: '/questoes', label: examQuestionsTitle }}>
      <Section title="Arquivo" hidesTitle>
        <QuestionFileChooser />
      </Section>
      {imports.length > 0 && (
        <Section title="Últimas importações">
          <StackTable
            caption="Últimas importações de questões"
            rows={imports}
            keyOf={({ id }) => id}
            columns={[
              {
                label: 'Arquivo',
                heading: true,
                cut: true,
                cell: ({ id, filename }) => (
                  <Anchor
                    renderRoot={(props) => (
                      <Link {...props} to="/questoes/importar/$importId" params={{ importId: id }} />
                    )}
                  >
                    {filename}
                  </Anchor>
                ),
              },
              {
                label: 'Enviado em',
                fact: true,
                tight: true,
                cell: ({ utc_created_on }) => formatDateTime(utc_created_on),
              },
              { label: 'Situação', fact: true, cell: describeStatus },
            ]}
          />
        </Section>
      )}
    </Page>
  )
}
