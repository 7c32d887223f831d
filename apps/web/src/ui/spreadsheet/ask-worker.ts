/** Has a worker read a file, and ends it. Rejects when the file can't be read. */
export async function askWorker<Answer>(worker: Worker, question: unknown, transfer: Transferable[]): Promise<Answer> {
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
      worker.onerror = () => reject(new Error('Não foi possível ler o arquivo.'))
      worker.postMessage(question, transfer)
    })
  } finally {
    worker.terminate()
  }
}
