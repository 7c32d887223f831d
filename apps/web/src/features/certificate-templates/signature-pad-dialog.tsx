import { Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import classes from './certificate-templates.module.css'
import type { DrawnSignature } from './template-values.ts'

/** Blue of a pen, on light and on dark screens. */
const penColor = '#1b3a8f'

interface Props {
  name: string
  onDone: (signature: DrawnSignature) => void
  onClose: () => void
}

/** A field to sign in with mouse, finger or pen, and a picture as another way. */
export default function SignaturePadDialog({ name, onDone, onClose }: Props) {
  // The dialog puts its content on the page after it was itself.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const pad = useRef<SignaturePad>(undefined)
  const [isEmpty, setEmpty] = useState(true)
  useEffect(() => {
    if (!canvas) return
    // Lines stay smooth on screens with several dots for each pixel.
    const density = Math.max(devicePixelRatio, 2)
    canvas.width = canvas.offsetWidth * density
    canvas.height = canvas.offsetHeight * density
    canvas.getContext('2d')?.scale(density, density)
    const made = new SignaturePad(canvas, { penColor, minWidth: 0.8, maxWidth: 2.4 })
    made.addEventListener('endStroke', () => setEmpty(made.isEmpty()))
    pad.current = made
    return () => made.off()
  }, [canvas])
  const finish = (file: Blob) => {
    onDone({ file, url: URL.createObjectURL(file) })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={name ? `Assinatura de ${name}` : 'Assinatura'} size="lg" centered>
      <Stack>
        <Text c="dimmed" size="sm">
          Assine no quadro com o mouse, o dedo ou uma caneta, ou envie uma foto da assinatura em papel branco.
        </Text>
        <canvas ref={setCanvas} className={classes.pad} aria-label="Quadro para assinar" role="img" />
        <Group justify="space-between" gap="xs">
          <FileButton accept="image/jpeg,image/png" onChange={(file) => file && finish(file)}>
            {(props) => (
              <Button variant="subtle" {...props}>
                Enviar uma foto
              </Button>
            )}
          </FileButton>
          <Group gap="xs">
            <Button
              variant="default"
              onClick={() => {
                pad.current?.clear()
                setEmpty(true)
              }}
            >
              Limpar
            </Button>
            <Button disabled={isEmpty} onClick={() => canvas?.toBlob((blob) => blob && finish(blob))}>
              Usar esta assinatura
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  )
}
