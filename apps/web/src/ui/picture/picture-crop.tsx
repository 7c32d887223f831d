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
  image: HTMLImageElement
  /** Width by height. */
  ratio: number
  /** A logo may leave room around it, and is shown on the ground that it is made for. */
  logoOn?: 'light' | 'dark' | undefined
  texts: CropTexts
  onCancel: () => void
  onCrop: (area: Area) => void
}

const maxZoom = 4
const middle = { x: 0, y: 0 }

/** At zoom 1 the area is as large as the picture lets it be; at this one the whole picture is inside it. Both ratios are width by height. */
export const zoomOfWhole = (picture: number, area: number) => Math.min(picture / area, area / picture)

const frameId = 'picture-crop-frame'

export default function PictureCrop({ image, ratio, logoOn, texts, onCancel, onCrop }: Props) {
  const wholeZoom = zoomOfWhole(image.naturalWidth / image.naturalHeight, ratio)
  const minZoom = logoOn ? wholeZoom : 1
  const [crop, setCrop] = useState(middle)
  const [zoom, setZoom] = useState(minZoom)
  const [area, setArea] = useState<Area>()
  const [done, setDone] = useState(false)
  return (
    <Stack>
      <div className={classes.cropFrame} id={frameId} data-logo-on={logoOn}>
        <Cropper
          image={image.src}
          aspect={ratio}
          crop={crop}
          zoom={zoom}
          minZoom={minZoom}
          maxZoom={maxZoom}
          // A picture that is smaller than the area may stand anywhere in it.
          restrictPosition={zoom >= 1}
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          cropperProps={{ role: 'application', 'aria-label': `${texts.area}: use as setas para mover` }}
        />
      </div>
      <div>
        <Group justify="space-between" mb={4}>
          <Text size="sm" fw={500}>
            Zoom
          </Text>
          {logoOn && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setCrop(middle)
                setZoom(wholeZoom)
              }}
            >
              Caber inteiro
            </Button>
          )}
        </Group>
        <Slider
          min={minZoom}
          max={maxZoom}
          step={0.01}
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
