import { examResultTexts } from '@escola/contract/exam-result-texts'
import { examResults } from '@escola/contract/exam-results.contract'
import { dayOf } from '@escola/contract/time'
import { courseTitle, lessonTitle } from '@escola/contract/titles'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { examResultQueries, type ResultQuery } from './exam-results.queries.ts'
import { ResultQuestions } from './result-questions.tsx'
import { ResultStudents } from './result-students.tsx'
import { type ResultTab, resultTabs } from './result-tabs.ts'
import { ResultsOverview } from './results-overview.tsx'

interface Props {
  lessonId: string
  tab: ResultTab
  query: ResultQuery
  onQuery: (change: Partial<ResultQuery>, replace?: boolean) => void
}

/** How the students of an assessment did. */
export function ExamResultsPage({ lessonId, tab, query, onQuery }: Props) {
  const { data: overview } = usePrefetchedQuery(examResultQueries.overview(useSchool().id, lessonId))
  const { lesson, degree, degree_link: link, lesson_link: classLink } = overview
  return (
    <Page
      title={`${examResultTexts.title}: ${lessonTitle({ title: lesson })}`}
      description={courseTitle({ title: degree })}
      back={{ to: '/c/$link/$classLink', params: { link, classLink }, label: 'Aula' }}
      actions={tab === 'questoes' ? <QuestionsFile lessonId={lessonId} /> : <MarksFile lessonId={lessonId} />}
    >
      <ResultsOverview overview={overview} />
      <TabLinks
        label="Partes dos resultados"
        tabs={resultTabs}
        current={tab}
        searchOf={(tab) => (tab === 'alunos' ? {} : { tab })}
      />
      {tab === 'alunos' ? (
        <ResultStudents overview={overview} query={query} onQuery={onQuery} />
      ) : (
        <ResultQuestions overview={overview} page={query.page} onPage={(page) => onQuery({ page })} />
      )}
    </Page>
  )
}

function MarksFile({ lessonId }: { lessonId: string }) {
  const { id: schoolId } = useSchool()
  const file = `notas-${dayOf(new Date())}.csv`
  return (
    <DownloadButton
      label="Baixar notas"
      download={() => withProof(() => download(examResults.marksFile, { params: { schoolId, lessonId } }, file))}
      done="O arquivo com as notas foi baixado."
    />
  )
}

function QuestionsFile({ lessonId }: { lessonId: string }) {
  const { id: schoolId } = useSchool()
  const file = `questoes-${dayOf(new Date())}.csv`
  return (
    <DownloadButton
      label="Baixar questões"
      download={() => download(examResults.questionsFile, { params: { schoolId, lessonId } }, file)}
      done="O arquivo com as questões foi baixado."
    />
  )
}
