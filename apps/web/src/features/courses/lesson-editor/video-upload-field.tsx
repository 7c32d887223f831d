import type { Lesson } from '@escola/contract/lessons.contract'
import { parseMedia } from '@escola/contract/media'
import { formatPercent } from '@escola/contract/percent'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconHistory, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSchool } from '../../../session/context.ts'
import { formatDuration } from '../../../ui/courses/duration.ts'
import { UploadedVideo } from '../../../ui/courses/uploaded-video.tsx'
import { isNewRecord } from '../../../ui/editor/new-record.ts'
import { formatBytes } from '../../../ui/format.ts'
import { makeDangerQuestion } from '../../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../../ui/questions/remove-button.tsx'
import type { LessonEdits } from './lesson-edits.ts'
import { SendingVideo } from './sending-video.tsx'
import { useVideoUpload, type VideoUploadState } from './use-video-upload.ts'
import classes from './video-upload.module.css'

interface Props {
  lesson: Pick<Lesson, 'id' | 'link' | 'title' | 'main_media_url' | 'main_media_duration'>
  error?: string
  onChange: (fields: Pick<LessonEdits, 'main_media_url' | 'main_media_duration'>) => void
  onUploads: (count: number) => void
  /** The field of a link, in whose place an uploaded video stands. */
  children: ReactNode
}

/** A video of the school's own for the lesson, instead of a link or in its place. */
export function VideoUploadField({ lesson, error, onChange, onUploads, children }: Props) {
  const { has_video_upload } = useSchool()
  const seconds = useRef<number>(undefined)
  const upload = useVideoUpload({
    place: isNewRecord(lesson) ? lesson.link : lesson.id,
    onUploads,
    onSent: (main_media_url) => onChange({ main_media_url, main_media_duration: seconds.current ?? 0 }),
  })
  const { sending, problem } = upload
  const field = useFocusAfter(sending !== undefined)
  const media = parseMedia(lesson.main_media_url)
  const fileId = media?.provider === 'upload' ? media.id : undefined
  const send = ([file]: File[]) => {
    if (!file) return
    seconds.current = undefined
    void upload.send(file)
  }
  return (
    <div ref={field} tabIndex={-1}>
      {sending ? (
        <SendingVideo
          sending={sending}
          upload={upload}
          onSeconds={(length) => {
            seconds.current = length
          }}
        />
      ) : (
        <Stack gap="sm">
          {fileId ? <KeptVideo fileId={fileId} lesson={lesson} error={error} onChange={onChange} /> : children}
          {problem && (
            <Alert color="danger" role="alert" withCloseButton closeButtonLabel="Fechar aviso" onClose={upload.dismiss}>
              {problem}
            </Alert>
          )}
          {has_video_upload && (
            <>
              <Interrupted upload={upload} />
              <Dropzone
                onDrop={send}
                multiple={false}
                // The server reads the type from the bytes; names without a type on some systems are taken, too.
                inputProps={{ 'aria-label': 'Arquivo de vídeo', accept: '.mp4,.m4v,.webm', style: { display: 'none' } }}
                className={classes.drop}
                role="button"
              >
                <Group gap="xs" justify="center" className={classes.noEvents}>
                  <IconUpload size={18} aria-hidden />
                  <Text size="sm" ta="center">
                    {upload.interrupted
                      ? 'Solte o mesmo arquivo aqui ou clique para continuar'
                      : fileId
                        ? 'Solte outro vídeo aqui ou clique para trocar'
                        : 'Ou envie um vídeo seu: solte aqui ou clique'}
                    {` (mp4 ou webm${upload.maxBytes ? ` de até ${formatBytes(upload.maxBytes)}` : ''})`}
                  </Text>
                </Group>
              </Dropzone>
            </>
          )}
        </Stack>
      )}
    </div>
  )
}

/** The focused button goes when the sending ends: the focus stays here, and not at the top of the page. */
function useFocusAfter(isSending: boolean) {
  const field = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && !isSending && document.activeElement === document.body)
      field.current?.focus({ preventScroll: true })
    wasSending.current = isSending
  }, [isSending])
  return field
}

function Interrupted({ upload }: { upload: VideoUploadState }) {
  const { interrupted } = upload
  if (!interrupted) return null
  const { id, filename, size, parts, part_bytes } = interrupted
  const share = Math.min((parts.length * part_bytes) / size, 1) * 100
  return (
    <Alert color="blue" icon={<IconHistory />}>
      <Stack gap={6} align="flex-start">
        <Text size="sm">
          O envio de “{filename}” parou em {formatPercent(share)}. Escolha o mesmo arquivo e ele continua de onde parou.
        </Text>
        <Button variant="default" onClick={() => void upload.cancel(id)}>
          Descartar este envio
        </Button>
      </Stack>
    </Alert>
  )
}

type Kept = Pick<Props, 'lesson' | 'error' | 'onChange'> & { fileId: string }

function KeptVideo({ fileId, lesson, error, onChange }: Kept) {
  const duration = formatDuration(lesson.main_media_duration)
  return (
    <Stack gap={6}>
      <div className={classes.frame}>
        <UploadedVideo key={fileId} className={classes.video} fileId={fileId} title={lesson.title} />
      </div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c={error ? 'danger' : 'dimmed'}>
          {error ?? ['Vídeo enviado', ...(duration ? [duration] : [])].join(' · ')}
        </Text>
        <RemoveButton
          leftSection={<IconTrash size={18} aria-hidden />}
          question={makeDangerQuestion(
            'O vídeo será removido da aula. Se ela já está publicada, seus alunos o veem até você publicar.',
          )}
          change={async () => onChange({ main_media_url: '', main_media_duration: 0 })}
        >
          Remover vídeo
        </RemoveButton>
      </Group>
    </Stack>
  )
}
