import { type CertificateLayout, certificateLayouts, layoutLabels } from '@escola/contract/certificates.contract'
import type { ReactNode } from 'react'
import classes from './certificate-templates.module.css'

interface Props {
  value: CertificateLayout
  onChange: (layout: CertificateLayout) => void
}

/** Ways in which certificates are drawn, each with a small picture. */
export const LayoutChoice = ({ value, onChange }: Props) => (
  <fieldset className={classes.layouts}>
    <legend>Visual</legend>
    {certificateLayouts.map((layout) => (
      <label key={layout} className={classes.layout}>
        <input type="radio" name="layout" value={layout} checked={layout === value} onChange={() => onChange(layout)} />
        <svg viewBox="0 0 84 59" aria-hidden="true">
          <rect width="84" height="59" fill="#fff" />
          {sketches[layout]}
        </svg>
        {layoutLabels[layout]}
      </label>
    ))}
  </fieldset>
)

const lines = (x: number, anchor: 'middle' | 'start') =>
  [
    [16, 30, 3.5],
    [24, 38, 4.5],
    [33, 32, 2],
    [38, 22, 2],
  ].map(([y = 0, width = 0, height]) => (
    <rect key={y} x={anchor === 'middle' ? x - width / 2 : x} y={y} width={width} height={height} fill="#5f5a66" />
  ))
const color = 'var(--accent)'
const sketches: Record<CertificateLayout, ReactNode> = {
  classic: (
    <>
      <rect x="3" y="3" width="78" height="53" fill="none" stroke={color} />
      {lines(42, 'middle')}
      <rect x="30" y="47" width="24" height="1" fill={color} />
    </>
  ),
  modern: (
    <>
      <rect width="22" height="59" fill={color} />
      {lines(28, 'start')}
      <rect x="28" y="48" width="24" height="1" fill={color} />
    </>
  ),
  minimal: (
    <>
      <rect width="2" height="59" fill={color} />
      {lines(9, 'start')}
      <rect x="9" y="49" width="66" height="0.6" fill="#b5b0ba" />
    </>
  ),
  solemn: (
    <>
      <rect width="84" height="59" fill="#fdfbf4" />
      <rect x="2.5" y="2.5" width="79" height="54" fill="none" stroke={color} strokeWidth="3" strokeDasharray="1 0.6" />
      {lines(42, 'middle')}
      <circle cx="15" cy="46" r="5" fill={color} />
    </>
  ),
}
