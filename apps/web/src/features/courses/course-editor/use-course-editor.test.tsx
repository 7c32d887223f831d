import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useLeaveGuard } from '../../../autosave/use-leave-guard.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { sampleCourse } from '../sample-course.ts'
import { useCourseEditor } from './use-course-editor.ts'

function Editor() {
  const editor = useCourseEditor(sampleCourse)
  useLeaveGuard(editor)
  const send = () => void editor.uploadCover(new File(['png'], 'capa.png'), () => undefined)
  return (
    <button type="button" onClick={send}>
      Enviar
    </button>
  )
}

it('lets a cover arrive before the page is left', async () => {
  const requests: { onload?: () => void }[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      onload?: () => void
      status = 200
      responseText = JSON.stringify({ degree: { ...sampleCourse, version: 2 } })
      constructor() {
        requests.push(this)
      }
      open() {}
      setRequestHeader() {}
      send() {}
    },
  )
  const { router, path } = await showScreen({ at: '/', route: '/', as: 'admin', show: () => <Editor /> })
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await act(async () => void router.navigate({ to: '/turmas' as '/' }))
  expect(path()).toBe('/')
  requests[0]!.onload!()
  await waitFor(() => expect(path()).toBe('/turmas'))
})
