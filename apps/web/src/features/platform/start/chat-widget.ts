import { readPageSetting } from './page-setting.ts'

/** Loads another company's program, for administrators on windows wider than 600 px (part 1 §2.3), if one is configured. */
export function loadChat() {
  const address = readPageSetting('chat')
  if (!address || !matchMedia('(min-width: 601px)').matches) return
  const script = document.createElement('script')
  script.src = address
  script.async = true
  document.head.append(script)
}
