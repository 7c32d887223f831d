import { Button, Group, Slider, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { BusyButton } from '../busy-button.tsx'
import classes from './picture.module.css'
import type { Area } from './picture-image.ts'

export interface CropTexts {
  /** Name of the cut area: 'Área da capa'. */
  area: string
  /** Label of the button that takes it: 'Usar esta capa'. */
  use: string
}

interface Props {
  src: string
  /** Width by height. */
  ratio: number
  texts: CropTexts
  onCancel: () => void
  onCrop: (area: Area) => void
}

const frameId = 'picture-crop-frame'

export default function PictureCrop({ src, ratio, texts, onCancel, onCrop }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [done, setDone] = useState(false)
  return (
    <Stack>
      <div className={classes.cropFrame} id={frameId}>
        <Cropper
          image={src}
          aspect={ratio}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={4}
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          cropperProps={{ role: 'application', 'aria-label': `${texts.area}: use as setas para mover` }}
        />
      </div>
      <div>
        <Text size="sm" fw={500} mb={4}>
          Zoom
        </Text>
        <Slider
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          onChange={setZoom}
          label={null}
          thumbLabel="Zoom"
          aria-label="Zoom"
        />
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancelar
        </Button>
        <BusyButton
          disabled={!area}
          busy={done}
          onClick={() => {
            if (!area || done) return
            setDone(true)
            onCrop(area)
          }}
        >
          {texts.use}
        </BusyButton>
      </Group>
    </Stack>
  )
}
