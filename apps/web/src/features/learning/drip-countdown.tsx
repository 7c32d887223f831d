import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { learningQueries } from './learning.queries.ts'

const second = 1000
const hour = 3600 * second
const day = 24 * hour
const two = (value: number) => String(value).padStart(2, '0')

/** 'em 3 dias', or '05h 12min 09s' within a day. */
export function remaining(milliseconds: number): string {
  if (milliseconds > day) {
    const days = Math.ceil(milliseconds / day)
    return `em ${days} dias`
  }
  const seconds = Math.max(0, Math.ceil(milliseconds / second))
  return `em ${two(Math.floor(seconds / 3600))}h ${two(Math.floor(seconds / 60) % 60)}min ${two(seconds % 60)}s`
}

/** When a dripped lesson opens, counted down; it asks for the course again once it is open. */
export function DripCountdown({ degreeLink, availableWhen }: { degreeLink: string; availableWhen: string }) {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  const [now, setNow] = useState(Date.now)
  const left = Date.parse(availableWhen) - now
  const isOpen = left <= 0
  useEffect(() => {
    const refresh = () => client.invalidateQueries({ queryKey: learningQueries.degreeKey(schoolId, degreeLink) })
    if (isOpen) void refresh()
    // This device's clock may be ahead of the school's, so an open lesson is asked for until it is there.
    const timer = isOpen ? setInterval(refresh, 5 * second) : setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [isOpen, client, schoolId, degreeLink])
  return <span>Libera {remaining(left)}</span>
}
