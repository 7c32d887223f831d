import type { Degree } from '@escola/contract/courses.contract'
import { messages } from '@escola/contract/messages'
import { ActionIcon, Button, Loader, Menu } from '@mantine/core'
import { IconDots, IconEye, IconEyeOff, IconRestore, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { confirm } from '../../../ui/confirm.ts'
import { notifyError, notifySuccess } from '../../../ui/notify.ts'
import classes from '../editor.module.css'
import { hasDraft, PublishButton } from '../publish-button.tsx'
import type { CourseEditorState } from './use-course-editor.ts'

/** What a course has to offer right now: only steps that lead somewhere. */
export function CourseActions({ editor }: { editor: CourseEditorState }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { server } = editor
  const isPublished = server.utc_published_on !== null

  /** One step at a time: a second click waits for nothing and does nothing. */
  const once = async (task: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await task()
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  const unpublish = () =>
    once(async () => {
      const text = 'Os alunos deixam de ver o curso. O progresso deles fica guardado.'
      if (!(await confirm({ title: messages.areYouSure, text, confirmLabel: 'Despublicar' }))) return
      await editor.publish(true)
      notifySuccess('Curso despublicado')
    })
  const discard = () =>
    once(async () => {
      const text = 'Tudo o que não foi publicado volta ao que os alunos veem hoje.'
      if (!(await confirm({ title: messages.discardDraft, text, confirmLabel: 'Descartar', danger: true }))) return
      await editor.clearDraft()
    })
  const remove = () =>
    once(async () => {
      const text = 'O curso e todos os dados relacionados a ele serão removidos para sempre.'
      if (!(await confirm({ title: messages.areYouSure, text, confirmLabel: 'Apagar curso', danger: true }))) return
      await editor.remove()
      await navigate({ to: '/cursos', ignoreBlocker: true })
    })

  return (
    <>
      {isPublished && <ViewAsStudent degree={server} />}
      <PublishButton course={server} unsaved={editor.unsaved} onPublish={() => editor.publish(false)} />
      <Menu position="bottom-end">
        <Menu.Target>
          {/* Never disabled: a question gives the focus back to it. */}
          <ActionIcon variant="default" size="input-sm" aria-label="Mais ações do curso" aria-busy={busy}>
            {busy ? <Loader size={18} /> : <IconDots size={18} />}
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPublished && hasDraft(server, editor.unsaved) && (
            <Menu.Item leftSection={<IconRestore size={16} />} onClick={discard}>
              Descartar rascunho
            </Menu.Item>
          )}
          {isPublished ? (
            <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={unpublish}>
              Despublicar
            </Menu.Item>
          ) : (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
              Apagar
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function ViewAsStudent({ degree }: { degree: Degree }) {
  return (
    <Button
      variant="default"
      className={classes.viewButton}
      renderRoot={(props) => <Link {...props} to="/c/$link" params={{ link: degree.link }} search={{ student: 1 }} />}
    >
      <IconEye size={18} aria-hidden />
      <span className={classes.viewLabel}>Ver como aluno</span>
    </Button>
  )
}
