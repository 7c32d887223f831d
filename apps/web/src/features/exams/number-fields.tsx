import { examLimits } from '@escola/contract/exam-plan'
import { examSettingTexts } from '@escola/contract/exam-texts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { readTypedPoints, writeTypedPoints } from '../../ui/forms/typed-points.ts'
import { readTypedWhole } from './typed-numbers.ts'

type Look = Omit<TextInputProps, 'value' | 'onChange' | 'error'>

interface TypedFieldProps extends Look {
  shown: string
  read: (typed: string) => number | null | undefined
  fault: string
  onRead: (value: number | null) => void
}

/** Keeps what is typed while it is no number, and says so; the last number counts until then. */
function TypedField({ shown, read, fault, onRead, ...look }: TypedFieldProps) {
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && read(typed) === undefined
  return (
    <TextInput
      {...look}
      maxLength={9}
      value={typed ?? shown}
      error={isWrong ? fault : undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const value = read(currentTarget.value)
        if (value !== undefined) onRead(value)
      }}
      onBlur={() => {
        if (!isWrong) setTyped(undefined)
      }}
    />
  )
}

interface PointsFieldProps extends Look {
  /** Hundredths of a point. */
  points: number
  onPoints: (points: number) => void
}

export const PointsField = ({ points, onPoints, ...look }: PointsFieldProps) => (
  <TypedField
    {...look}
    inputMode="decimal"
    shown={writeTypedPoints(points)}
    read={(typed) => readTypedPoints(typed, { least: examLimits.pointsMin, most: examLimits.pointsMax })}
    fault="Use de 0,01 a 1000"
    onRead={(value) => value !== null && onPoints(value)}
  />
)

interface WholeFieldProps extends Look {
  value: number | null
  least: number
  most: number
  /** An empty field says that there is none. */
  isOptional?: boolean
  onValue: (value: number | null) => void
}

export const WholeField = ({ value, least, most, isOptional = false, onValue, ...look }: WholeFieldProps) => (
  <TypedField
    {...look}
    inputMode="numeric"
    shown={value === null ? '' : String(value)}
    read={(typed) => (isOptional && typed.trim() === '' ? null : readTypedWhole(typed, least, most))}
    fault={examSettingTexts.whole(least, most)}
    onRead={onValue}
  />
)
