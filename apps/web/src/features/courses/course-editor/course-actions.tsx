import { messages } from '@escola/contract/messages'
import { ActionIcon, Loader, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconEye, IconEyeOff, IconRestore, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRights } from '../../../session/rights.ts'
import { makeDangerQuestion } from '../../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../../ui/questions/use-confirmed-change.ts'
import { describeAbsence, describeLoss, describeReach, useCourseReach } from '../course-reach.ts'
import { PreviewButton } from '../preview-button.tsx'
import { hasDraft, PublishButton } from '../publish-button.tsx'
import { useCopies } from '../use-copies.ts'
import type { CourseEditorState } from './use-course-editor.ts'

/** Lists the actions that a course offers now: only steps that lead on. */
export function CourseActions({ editor }: { editor: CourseEditorState }) {
  const navigate = useNavigate()
  // Steps run one at a time: a second click does nothing.
  const { run, isPending } = useConfirmedChange()
  const { server } = editor
  const reach = useCourseReach(server.link)
  const isPublished = server.utc_published_on !== null
  const { may } = useRights()

  const unpublish = () =>
    run({
      question: async () => {
        const known = await reach()
        return {
          title: messages.areYouSure,
          text: `Os alunos deixam de ver o curso.${describeReach(known)} O progresso deles fica guardado.${describeAbsence(known)}`,
          confirmLabel: 'Despublicar',
        }
      },
      change: () => editor.publish(true),
      done: 'Curso despublicado',
    })
  const { copyCourse } = useCopies()
  const copy = () =>
    run({
      change: async () => {
        await editor.settled()
        const { link } = await copyCourse(server.id)
        await navigate({ to: '/c/$link', params: { link } })
      },
      done: 'Curso duplicado. A cópia é um rascunho',
    })
  const discardDraft = () =>
    run({
      question: {
        title: messages.discardDraft,
        text: 'Tudo o que não foi publicado volta ao que os alunos veem hoje.',
        confirmLabel: 'Descartar',
        danger: true,
      },
      change: editor.clearDraft,
    })
  const remove = () =>
    run({
      question: async () =>
        makeDangerQuestion(
          `O curso e todos os dados relacionados a ele serão removidos para sempre.${describeLoss(await reach())}`,
          'Apagar curso',
        ),
      change: async () => {
        await editor.remove()
        await navigate({ to: '/cursos', ignoreBlocker: true })
      },
    })

  return (
    <>
      <PreviewButton to="/c/$link" params={{ link: server.link }} />
      <PublishButton course={server} unsaved={editor.unsaved} onPublish={() => editor.publish(false)} />
      {(isPublished || may('courses')) && (
        <Menu position="bottom-end">
          <Menu.Target>
            {/* Never disabled: a question gives the focus back to it. */}
            <ActionIcon variant="default" size="input-sm" aria-label="Mais ações do curso" aria-busy={isPending}>
              {isPending ? <Loader size={18} /> : <IconDots size={18} />}
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isPublished && (
              <Menu.Item
                leftSection={<IconEye size={16} />}
                renderRoot={(props) => (
                  <Link {...props} to="/c/$link" params={{ link: server.link }} search={{ student: 1 }} />
                )}
              >
                Ver como aluno
              </Menu.Item>
            )}
            {isPublished && hasDraft(server, editor.unsaved) && (
              <Menu.Item leftSection={<IconRestore size={16} />} onClick={discardDraft}>
                Descartar rascunho
              </Menu.Item>
            )}
            {may('courses') && (
              <>
                <Menu.Item leftSection={<IconCopy size={16} />} onClick={copy}>
                  Duplicar curso
                </Menu.Item>
                {isPublished ? (
                  <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={unpublish}>
                    Despublicar
                  </Menu.Item>
                ) : (
                  <Menu.Item color="danger" leftSection={<IconTrash size={16} />} onClick={remove}>
                    Apagar
                  </Menu.Item>
                )}
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
