"""Logs in the shape in which the programs print them, with amounts of our own."""

VLLM_V0 = """\
INFO 04-02 21:40:11 [api_server.py:1034] vLLM API server version 0.8.4
INFO 04-02 21:42:59 [model_runner.py:1146] Model loading took 14.9889 GiB and 18.052839 seconds
INFO 04-02 21:43:03 [worker.py:267] Memory profiling takes 4.42 seconds
INFO 04-02 21:43:03 [worker.py:267] the current vLLM instance can use total_gpu_memory (79.11GiB) x gpu_memory_utilization (0.90) = 71.20GiB
INFO 04-02 21:43:03 [worker.py:267] model weights take 14.99GiB; non_torch_memory takes 0.16GiB; PyTorch activation peak memory takes \
1.23GiB; the rest of the memory reserved for KV Cache is 54.82GiB.
INFO 04-02 21:43:03 [executor_base.py:112] # cuda blocks: 28068, # CPU blocks: 2048
INFO 04-02 21:43:03 [executor_base.py:117] Maximum concurrency for 131072 tokens per request: 3.43x
INFO 04-02 21:43:20 [model_runner.py:1608] Graph capturing finished in 15 secs, took 0.24 GiB
"""
VLLM_V1 = """\
(APIServer pid=16464) INFO 07-29 15:58:09 [api_server.py:1774] vLLM API server version 0.11.2
(EngineCore_DP0 pid=212) INFO 10-06 12:00:03 [core.py:77] Initializing a V1 LLM engine (v0.11.2) with config: model='x', block_size=16
(Worker_TP0 pid=212) INFO 10-06 12:00:20 [gpu_model_runner.py:2653] Model loading took 16.9270 GiB and 13.204526 seconds
(Worker_TP1 pid=213) INFO 10-06 12:00:20 [gpu_model_runner.py:2653] Model loading took 16.9310 GiB and 13.304526 seconds
(Worker_TP0 pid=212) INFO 10-06 12:00:31 [gpu_worker.py:298] Available KV cache memory: 52.80 GiB
(Worker_TP1 pid=213) INFO 10-06 12:00:31 [gpu_worker.py:298] Available KV cache memory: 52.50 GiB
(EngineCore_DP0 pid=212) INFO 10-06 12:00:31 [kv_cache_utils.py:1087] GPU KV cache size: 1,376,256 tokens
(EngineCore_DP0 pid=212) INFO 10-06 12:00:31 [kv_cache_utils.py:1091] Maximum concurrency for 8,192 tokens per request: 168.00x
(Worker_TP0 pid=212) INFO 10-06 12:00:40 [gpu_model_runner.py:3480] Graph capturing finished in 8 secs, took 0.31 GiB
(APIServer pid=7151) INFO 07-24 14:09:58 [loggers.py:273] Engine 000: Avg prompt throughput: 9000.0 tokens/s, Avg generation throughput: \
900.0 tokens/s, Running: 30 reqs, Waiting: 0 reqs, GPU KV cache usage: 12.4%, Prefix cache hit rate: 0.0%
(APIServer pid=7151) INFO 07-24 14:10:08 [loggers.py:273] Engine 000: Avg prompt throughput: 9100.0 tokens/s, Avg generation throughput: \
1600.0 tokens/s, Running: 64 reqs, Waiting: 0 reqs, GPU KV cache usage: 36.4%, Prefix cache hit rate: 0.0%
"""
VLLM_DEBUG = """\
INFO Initializing a V1 LLM engine (v0.11.0) with config
DEBUG Memory profiling takes 1.21 seconds. Total non KV cache memory: 16.51GiB; torch peak memory increase: 1.21GiB; \
non-torch forward increase memory: 0.31GiB; weights memory: 14.99GiB.
INFO Available KV cache memory: 55.05 GiB
"""
SGLANG = """\
[2026-03-14 09:19:50] server_args=ServerArgs(model_path='x', mem_fraction_static=0.88, tp_size=4)
[2026-03-14 09:19:58 TP0] Load weight begin. avail mem=78.41 GB
[2026-03-14 09:20:11 TP0] Load weight end. type=LlamaForCausalLM, dtype=torch.bfloat16, avail mem=61.30 GB, mem usage=17.11 GB.
[2026-03-14 09:20:12 TP0] KV Cache is allocated. #tokens: 1200000, K size: 22.89 GB, V size: 22.89 GB
[2026-03-14 09:20:12 TP0] Memory pool end. avail mem=15.50 GB
[2026-03-14 09:20:40 TP0] Capture cuda graph end. Time elapsed: 8.31 s. mem usage=1.26 GB. avail mem=10.35 GB.
[2026-03-14 09:20:41 TP0] max_total_num_tokens=1200000, chunked_prefill_size=8192, max_running_requests=256, available_gpu_mem=10.35 GB
[2026-03-14 09:25:00 TP0] Decode batch. #running-req: 64, #token: 370959, token usage: 0.31, cuda graph: True, \
gen throughput (token/s): 1594.01, #queue-req: 0
"""
LLAMA = """\
build: 6300 (abcdef12) with cc for x86_64-linux-gnu
llama_model_loader: loaded meta data with 29 key-value pairs and 292 tensors from x.gguf (version GGUF V3 (latest))
load_tensors: offloaded 33/33 layers to GPU
load_tensors:        CUDA0 model buffer size =  4403.49 MiB
load_tensors:   CPU_Mapped model buffer size =   281.81 MiB
llama_context: n_ctx         = 8192
llama_kv_cache:      CUDA0 KV buffer size =  1024.00 MiB
llama_kv_cache: size = 1024.00 MiB (  8192 cells,  32 layers,  1/1 seqs), K (f16):  512.00 MiB, V (f16):  512.00 MiB
llama_context:      CUDA0 compute buffer size =   258.50 MiB
llama_context:  CUDA_Host compute buffer size =    24.01 MiB
prompt eval time =      40.00 ms /   400 tokens (    0.10 ms per token, 10000.00 tokens per second)
       eval time =    2000.00 ms /   200 tokens (   10.00 ms per token,   100.00 tokens per second)
"""
TABLE = """\
+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI 570.86.15              Driver Version: 570.86.15      CUDA Version: 12.8     |
|-----------------------------------------+------------------------+----------------------+
| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
|=========================================+========================+======================|
|   0  NVIDIA H100 80GB HBM3          On  |   00000000:1B:00.0 Off |                    0 |
| N/A   45C    P0            350W /  700W |   72704MiB /  81559MiB |     98%      Default |
|                                         |                        |             Disabled |
+-----------------------------------------+------------------------+----------------------+
|   1  NVIDIA H100 80GB HBM3          On  |   00000000:43:00.0 Off |                    0 |
| N/A   44C    P0            349W /  700W |   73728MiB /  81559MiB |     97%      Default |
+-----------------------------------------+------------------------+----------------------+
"""
QUERY = """\
index, name, memory.used [MiB], memory.total [MiB], utilization.gpu [%]
0, NVIDIA H100 80GB HBM3, 72704 MiB, 81559 MiB, 98 %
1, NVIDIA H100 80GB HBM3, 73728 MiB, 81559 MiB, 97 %
"""
LOAD = """{"date": "20261123-001122", "backend": "openai", "model_id": "meta-llama-3-1-70b", "num_prompts": 320, "request_rate": "inf",
"max_concurrency": 64, "duration": 205.1, "completed": 320, "failed": 0, "total_input_tokens": 2293760, "total_output_tokens": 327680,
"request_throughput": 1.56, "output_throughput": 1597.7, "mean_ttft_ms": 1810.0, "median_ttft_ms": 1650.0, "p95_ttft_ms": 2900.0,
"mean_tpot_ms": 39.0, "median_tpot_ms": 38.4, "p95_tpot_ms": 44.0}"""
