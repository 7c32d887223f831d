import { formatPercent } from '@escola/contract/percent'
import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../ui/format.ts'
import { confirm } from '../../../ui/questions/confirm.ts'
import { makeDangerQuestion } from '../../../ui/questions/danger-question.ts'
import { formatLeft } from './transfer-rate.ts'
import type { Sending, VideoUploadState } from './use-video-upload.ts'
import classes from './video-upload.module.css'

interface Props {
  sending: Sending
  upload: VideoUploadState
  /** Reports the video's length, once the browser has read it. */
  onSeconds: (seconds: number) => void
}

/** A video on its way: how it looks, how far it is, and what may be done about it. */
export function SendingVideo({ sending, upload, onSeconds }: Props) {
  const { file, phase, problem } = sending
  const cancel = async () => {
    const text = `O que já foi enviado de “${file.name}” será descartado.`
    const question = makeDangerQuestion(text, 'Cancelar o envio')
    if (await confirm(question)) await upload.cancel()
  }
  const isStopped = phase === 'paused' || phase === 'failed'
  const [label, Icon] =
    phase === 'failed'
      ? ['Tentar de novo', IconRefresh]
      : isStopped
        ? ['Continuar', IconPlayerPlay]
        : ['Pausar', IconPlayerPause]
  return (
    <Paper p="md" component="section" aria-label={`Envio do vídeo ${file.name}`}>
      <Stack gap="sm">
        <LocalVideo file={file} onSeconds={onSeconds} />
        <div>
          <Text fw={550} truncate>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed" className={classes.state}>
            {formatProgress(sending)}
          </Text>
        </div>
        <Progress
          value={(sending.done / file.size) * 100}
          aria-label={`Envio de ${file.name}`}
          color={phase === 'failed' ? 'danger' : undefined}
          animated={phase === 'joining'}
        />
        <Text size="sm" role="status">
          {phaseTexts[phase]}
        </Text>
        {problem && (
          <Alert color="danger" role="alert" icon={<IconAlertCircle />} py="xs">
            {problem}
          </Alert>
        )}
        <Group gap="xs">
          {phase !== 'joining' && (
            <Button
              variant="light"
              leftSection={<Icon size={18} aria-hidden />}
              onClick={isStopped ? upload.goOn : upload.pause}
            >
              {label}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={() => void cancel()}>
            Cancelar
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

const phaseTexts: Record<Sending['phase'], string> = {
  sending: 'Enviando. Fique nesta página até o fim.',
  waiting: 'Sem resposta. O envio continua sozinho quando a conexão voltar.',
  joining: 'Envio concluído. Preparando o vídeo…',
  paused: 'Em pausa. O que já chegou fica guardado por um dia.',
  failed: 'O envio parou.',
}

const formatProgress = ({ file, done, left }: Sending) =>
  [
    formatPercent((done / file.size) * 100),
    `${formatBytes(done)} de ${formatBytes(file.size)}`,
    ...(left === undefined ? [] : [`${left < 55 ? 'falta' : 'faltam'} ${formatLeft(left)}`]),
  ].join(' · ')

/** Shows the file on this device, which needs no sending to be seen. */
function LocalVideo({ file, onSeconds }: { file: File; onSeconds: (seconds: number) => void }) {
  const [url, setUrl] = useState<string>()
  const [isUnknown, setUnknown] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div>
      <div className={classes.frame}>
        {/* biome-ignore lint/a11y/useMediaCaption: authors have no captions to give yet */}
        <video
          className={classes.video}
          src={url}
          controls
          playsInline
          preload="metadata"
          aria-label={`Prévia de ${file.name}`}
          onLoadedMetadata={({ currentTarget: { duration, videoWidth } }) => {
            if (Number.isFinite(duration)) onSeconds(Math.round(duration))
            setUnknown(videoWidth === 0)
          }}
          onError={() => setUnknown(true)}
        />
      </div>
      {isUnknown && (
        <Text size="sm" c="dimmed" mt={6}>
          Este navegador não consegue mostrar o vídeo, e talvez o de seus alunos também não. O mais seguro é um mp4 com
          imagem H.264 e som AAC.
        </Text>
      )}
    </div>
  )
}
