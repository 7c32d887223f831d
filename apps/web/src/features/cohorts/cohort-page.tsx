import type { Cohort, cohorts } from '@escola/contract/cohorts.contract'
import { limits } from '@escola/contract/limits'
import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { noStudentFilter } from '@escola/contract/students.contract'
import { newCohortTitle, pageTitles } from '@escola/contract/titles'
import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SavedTextStatus, StaleText } from '../../autosave/saved-text-status.tsx'
import { useSavedText } from '../../autosave/use-saved-text.ts'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { EditorTitle } from '../../ui/editor/editor-title.tsx'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { useGoOn } from '../../ui/editor/use-go-on.ts'
import { type Selection, useSelection } from '../../ui/lists/selection.tsx'
import { usePhone } from '../../ui/lists/use-phone.ts'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { AddStudentButton } from './add-student.tsx'
import { CohortCourses } from './cohort-courses.tsx'
import { CohortMenu } from './cohort-menu.tsx'
import { CohortStudents } from './cohort-students.tsx'
import { type CohortTab, cohortTabs } from './cohort-tabs.ts'
import { type CohortQuery, cohortQueries, useCohortId, useUpdateCohort } from './cohorts.queries.ts'
import { summarizeCohort } from './courses-summary.ts'
import { CohortIntegrations } from './integrations/cohort-integrations.tsx'
import { CohortTerm } from './terms/cohort-term.tsx'

interface BulkProps {
  listed: ResponseOf<typeof cohorts.get>['students']
  selection: Selection
  cohort: Cohort
  isNarrowed: boolean
  /** A search finds all students of the list. */
  isWhole: boolean
  children: ReactNode
}

interface CohortPageProps {
  id: string
  query: CohortQuery
  tab: CohortTab
  /** The dialog that adds a student is open at first. */
  isAdding: boolean
  /** The dialog was closed. */
  onAdded: () => void
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
  onProgress: (progress: CohortQuery['standing']) => void
  onSearch: (search: string) => void
  /** Buttons beside the list of students. */
  studentActions: (cohort: Cohort) => ReactNode
  /** Changes many of the students at once. */
  bulkBar: (props: BulkProps) => ReactNode
  /** Imports, moves and other changes of students that are under way. */
  studentWork: ReactNode
  /** Assessments of the class's courses. */
  exams: ReactNode
  calendars: ReactNode
  sales: ReactNode
  imports: (cohort: Cohort) => ReactNode
  /** Puts the event of a sale into words. */
  formatSaleEvent: (event: string) => string
}

export function CohortPage(props: CohortPageProps) {
  const { id, query, tab, studentActions, bulkBar, studentWork, calendars, sales, imports, formatSaleEvent } = props
  const schoolId = useSchool().id
  const { data, shown: asked, isLoading } = useQueryTable(query, (query) => cohortQueries.one(schoolId, id, query))
  const { gateway, degrees, students } = data
  const selection = useSelection({ ...noStudentFilter, search: query.search, school_gateway_id: id }, query.standing)
  const isNew = isNewRecord({ link: id })
  const client = useQueryClient()
  const goOn = useGoOn()
  const idOf = useCohortId(id, (gateway) => {
    client.setQueryData(cohortQueries.one(schoolId, gateway.id, query).queryKey, { ...data, gateway })
    void goOn({
      to: '/turma/$cohortId',
      params: { cohortId: gateway.id },
      search: { tab: 'cursos' },
      state: { made: gateway.id },
    })
  })
  const update = useUpdateCohort(idOf)
  const title = useSavedText({
    thing: isNew ? undefined : `cohort.${id}`,
    value: gateway.title,
    save: (text) => update.mutateAsync({ title: text }),
    delayMs: limits.lessonAutosaveMs,
  })
  const { may } = useRights()
  const tabs = cohortTabs.filter(({ right }) => may(right))
  const shown = isNew || !tabs.some((each) => each.tab === tab) ? 'cursos' : tab
  const isPhone = usePhone()
  return (
    <Page
      title={title.text.trim() || newCohortTitle}
      titleField={
        <>
          <EditorTitle
            label="Nome da turma"
            fallback={newCohortTitle}
            value={title.text}
            maxLength={limits.inputMax}
            onChange={title.type}
          />
          <SavedTextStatus field={title} />
          <StaleText field={title} label="Nome da turma" />
        </>
      }
      description={summarizeCohort(gateway, degrees)}
      back={{ to: '/turmas', label: pageTitles.cohorts }}
      actions={
        <>
          <AddStudentButton cohort={gateway} idOf={idOf} startsOpen={props.isAdding} onClose={props.onAdded} />
          {!gateway.is_public && !isNew && <CohortMenu cohort={{ ...gateway, title: title.text }} />}
        </>
      }
    >
      <TabLinks
        label="Partes da turma"
        tabs={tabs}
        current={shown}
        searchOf={isNew ? undefined : (tab) => (tab === 'alunos' ? {} : { tab })}
      />
      {shown === 'alunos' && (
        <>
          {studentWork}
          <Section
            title="Alunos matriculados"
            hidesTitle={isPhone && gateway.totalStudents > 0}
            aside={<Group gap="xs">{studentActions(gateway)}</Group>}
          >
            <CohortStudents
              cohort={gateway}
              students={students}
              isLoading={isLoading}
              selection={selection}
              bulkBar={(children) =>
                bulkBar({
                  listed: students,
                  selection,
                  cohort: gateway,
                  isNarrowed: asked.search !== '',
                  isWhole: query.standing === '' && asked.standing === '',
                  children,
                })
              }
              actions={studentActions(gateway)}
              query={query}
              shown={asked}
              onPage={props.onPage}
              onSort={props.onSort}
              onProgress={props.onProgress}
              onSearch={props.onSearch}
            />
          </Section>
        </>
      )}
      {shown === 'cursos' && (
        <>
          <Section title="Cursos">
            <CohortCourses cohort={gateway} idOf={idOf} courses={degrees} />
          </Section>
          {!isNew && <CohortTerm cohort={gateway} />}
          {calendars}
          {props.exams}
        </>
      )}
      {shown === 'vendas' && (
        <>
          <CohortIntegrations cohort={gateway} formatSaleEvent={formatSaleEvent} />
          {sales}
        </>
      )}
      {shown === 'importacoes' && imports(gateway)}
    </Page>
  )
}
