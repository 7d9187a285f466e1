"""Complete logs of `vllm serve` in the shape in which releases print them, with amounts of our own and of public reports."""

V1_010 = """\
INFO 09-03 16:28:08 [__init__.py:241] Automatically detected platform cuda.
(APIServer pid=7) INFO 09-03 16:28:10 [api_server.py:1805] vLLM API server version 0.10.1.1
(APIServer pid=7) INFO 09-03 16:28:10 [utils.py:326] non-default args: {'model_tag': '/models/Qwen2.5-7B-Instruct', 'host': '0.0.0.0', \
'model': '/models/Qwen2.5-7B-Instruct', 'max_model_len': 8192, 'gpu_memory_utilization': 0.25}
(APIServer pid=7) INFO 09-03 16:28:17 [__init__.py:711] Resolved architecture: Qwen2ForCausalLM
(EngineCore_0 pid=90) INFO 09-03 16:28:23 [core.py:74] Initializing a V1 LLM engine (v0.10.1.1) with config: \
model='/models/Qwen2.5-7B-Instruct', speculative_config=None, tensor_parallel_size=1, pipeline_parallel_size=1, quantization=None
(EngineCore_0 pid=90) INFO 09-03 16:28:40 [gpu_model_runner.py:2007] Model loading took 14.2488 GiB and 12.799889 seconds
(EngineCore_0 pid=90) INFO 09-03 16:28:52 [gpu_worker.py:276] Available KV cache memory: 5.01 GiB
(EngineCore_0 pid=90) INFO 09-03 16:28:52 [kv_cache_utils.py:849] GPU KV cache size: 93,872 tokens
(EngineCore_0 pid=90) INFO 09-03 16:28:52 [kv_cache_utils.py:853] Maximum concurrency for 8,192 tokens per request: 11.46x
(EngineCore_0 pid=90) INFO 09-03 16:29:10 [gpu_model_runner.py:2708] Graph capturing finished in 17 secs, took 0.50 GiB
(EngineCore_0 pid=90) INFO 09-03 16:29:10 [core.py:214] init engine (profile, create kv cache, warmup model) took 29.1 seconds
(APIServer pid=7) INFO 09-03 16:29:12 [loggers.py:142] Engine 000: vllm cache_config_info with initialization after num_gpu_blocks is: 5867
(APIServer pid=7) INFO 09-03 16:29:12 [api_server.py:1880] Starting vLLM API server 0 on http://0.0.0.0:8000
(APIServer pid=7) INFO:     Application startup complete.
(APIServer pid=7) INFO 09-03 16:30:10 [loggers.py:123] Engine 000: Avg prompt throughput: 900.0 tokens/s, Avg generation throughput: \
640.0 tokens/s, Running: 8 reqs, Waiting: 0 reqs, GPU KV cache usage: 12.4%, Prefix cache hit rate: 0.0%
"""
V1_020 = """\
(APIServer pid=1) INFO 09-02 13:11:01 [utils.py:297]        version 0.26.0
(APIServer pid=1) INFO 09-02 13:11:01 [utils.py:233] non-default args: {'model_tag': 'Qwen/Qwen3-32B-AWQ', 'model': 'Qwen/Qwen3-32B-AWQ', \
'tensor_parallel_size': 2, 'gpu_memory_utilization': 0.92}
(EngineCore pid=88) INFO 09-02 13:11:20 [core.py:114] Initializing a V1 LLM engine (v0.26.0) with config: model='Qwen/Qwen3-32B-AWQ', \
tensor_parallel_size=2, pipeline_parallel_size=1, {padding}
(Worker_TP0 pid=150) INFO 09-02 13:11:50 [gpu_model_runner.py:5100] Model loading took 15.05 GiB memory and 20.380607 seconds
(Worker_TP0 pid=150) INFO 09-02 13:12:10 [gpu_worker.py:436] Available KV cache memory: 4.76 GiB
(EngineCore pid=88) INFO 09-02 13:12:11 [kv_cache_utils.py:2146] GPU KV cache size: 38,992 tokens
(Worker_TP0 pid=150) INFO 09-02 13:12:18 [gpu_worker.py:726] CUDA graph pool memory: 0.14 GiB (actual), 0.2 GiB (estimated), difference: \
0.06 GiB (47.1%).
(Worker_TP0 pid=150) INFO 09-02 13:12:19 [gpu_worker.py:789] Free memory on device (23.15/23.56 GiB) on startup. Desired GPU memory \
utilization is (0.92, 21.67 GiB). Actual usage is 15.25 GiB for consumed memory (weights + non-torch), 1.66 GiB for peak activation, and \
0.14 GiB for CUDAGraph memory. Replace gpu_memory_utilization config with `--kv-cache-memory=4805904446` (4.48 GiB) to fit.
(APIServer pid=1) INFO 09-02 13:12:30 [api_server.py:2101] Starting vLLM API server 0 on http://127.0.0.1:8000
""".replace("{padding}", "compilation_config={" + "'x': 0, " * 600 + "}")
V1_DEBUG = """\
(EngineCore_DP0 pid=3) DEBUG 12-01 19:49:03 [v1/worker/gpu_worker.py:484] Free memory on device (43.91/44.4 GiB) on startup. Desired GPU \
memory utilization is (0.9, 39.96 GiB). Actual usage is 13.72 GiB for weight, 1.83 GiB for peak activation, 0.04 GiB for non-torch memory, \
and 0.0 GiB for CUDAGraph memory.
"""
